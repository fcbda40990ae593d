import { mount } from "svelte";

import "./app.css";
import { follow } from "./model/store.svelte";
import App from "./ui/App.svelte";

mount(App, { target: document.getElementById("app")! });
void follow();
