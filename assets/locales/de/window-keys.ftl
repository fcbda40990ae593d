### Keys, as they are written on keyboards.

window-key-ctrl = Strg
window-key-shift = Umschalt
window-key-alt = Alt
window-key-enter = Enter
window-key-esc = Esc
window-key-space = Leertaste
window-key-tab = Tab
window-key-backspace = Rücktaste
window-key-insert = Einfg
window-key-delete = Entf
window-key-home = Pos1
window-key-end = Ende
window-key-page-up = Bild ↑
window-key-page-down = Bild ↓
