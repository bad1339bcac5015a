// A browser around WebKitGTK, run by gjs. MiniBrowser would do, but under automation it forgets everything
// when it ends.
import Gtk from 'gi://Gtk?version=3.0'
import WebKit2 from 'gi://WebKit2?version=4.1'
import { programArgs } from 'system'

Gtk.init(null)
const [folder] = programArgs
const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: `${folder}/data`,
    base_cache_directory: `${folder}/cache`,
  }),
})
context.set_automation_allowed(true)
context.connect('automation-started', (_, session) => {
  session.connect('will-close', () => Gtk.main_quit())
  session.connect('create-web-view', () => {
    const window = new Gtk.Window({ default_width: 1280, default_height: 720 })
    const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true })
    view.connect('close', () => window.destroy())
    window.add(view)
    window.show_all()
    return view
  })
})
Gtk.main()
