/** Lets the arrow keys move the focus among the buttons, tabs or links of a bar or list. */
export function roving(bar: HTMLElement): () => void {
  const keydown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowDown: 1,
      ArrowLeft: -1,
      ArrowUp: -1,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.shiftKey) return;
    const all = [...bar.querySelectorAll<HTMLElement>("button:not(:disabled), [role='tab']")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  bar.addEventListener("keydown", keydown);
  return () => bar.removeEventListener("keydown", keydown);
}
