# A window of another program, from which files can be dragged: their URIs are the arguments.
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk

window = Gtk.Window(title="drag source")
window.set_default_size(200, 120)
window.move(1320, 100)
box = Gtk.EventBox()
box.add(Gtk.Label(label="drag me"))
box.drag_source_set(
    Gdk.ModifierType.BUTTON1_MASK,
    [],
    Gdk.DragAction.COPY | Gdk.DragAction.MOVE | Gdk.DragAction.LINK,
)
box.drag_source_add_uri_targets()
box.connect("drag-data-get", lambda _, __, data, *___: data.set_uris(sys.argv[1:]))
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.connect("map-event", lambda *_: print("ready", flush=True))
window.show_all()
Gtk.main()
