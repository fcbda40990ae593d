### Keys, as they are written on keyboards.

window-key-ctrl = Ctrl
window-key-shift = Shift
window-key-alt = Alt
window-key-enter = Enter
window-key-esc = Esc
window-key-space = Space
window-key-tab = Tab
window-key-backspace = Backspace
window-key-insert = Ins
window-key-delete = Del
window-key-home = Home
window-key-end = End
window-key-page-up = PgUp
window-key-page-down = PgDn
