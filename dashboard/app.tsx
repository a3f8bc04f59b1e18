import { useEffect } from 'preact/hooks'
import { LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { loadSession, session } from './api/session.ts'
import { Activity } from './pages/activity.tsx'
import { ApiKeys } from './pages/api-keys.tsx'
import { Connection } from './pages/connection.tsx'
import { Connections } from './pages/connections.tsx'
import { Contact } from './pages/contact.tsx'
import { Contacts } from './pages/contacts.tsx'
import { Conversation } from './pages/conversation.tsx'
import { Conversations } from './pages/conversations.tsx'
import { Deliveries } from './pages/deliveries.tsx'
import { Delivery } from './pages/delivery.tsx'
import { FactPage } from './pages/fact.tsx'
import { Home } from './pages/home.tsx'
import { Live } from './pages/live.tsx'
import { Me } from './pages/me.tsx'
import { MessageTrace } from './pages/message-trace.tsx'
import { Messages } from './pages/messages.tsx'
import { NotFound } from './pages/not-found.tsx'
import { RawEvent } from './pages/raw-event.tsx'
import { RawEvents } from './pages/raw-events.tsx'
import { SetUp } from './pages/set-up.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { StreamPage } from './pages/stream.tsx'
import { Try } from './pages/try.tsx'
import { Users } from './pages/users.tsx'
import { Webhook } from './pages/webhook.tsx'
import { Webhooks } from './pages/webhooks.tsx'
import { SignedOutPage } from './parts/page.tsx'
import { Shell } from './parts/shell.tsx'
import { Failed, Loading } from './parts/states.tsx'
import { text } from './text/choose.ts'

/** The dashboard: a page for each address, shown to signed-in users. */
export function App() {
  return (
    <LocationProvider scope="/dashboard">
      <Content />
    </LocationProvider>
  )
}

function Content() {
  const { path } = useLocation()
  const state = session.value
  useEffect(() => {
    if (path !== '/dashboard/setup') void loadSession()
  }, [path === '/dashboard/setup'])
  if (path === '/dashboard/setup') return <SetUp />
  if (state.kind === 'unknown') return <Loading rows={3} />
  if (state.kind === 'failed')
    return (
      <SignedOutPage title={text().app}>
        <Failed error={state.error} again={() => void loadSession()} />
      </SignedOutPage>
    )
  if (state.kind === 'out') return <SignIn />
  return <Shell>{isReadable(path) ? <Pages /> : <NotFound />}</Shell>
}

/** The router throws on an address with an invalid `%` escape. */
function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function Pages() {
  return (
    <Router onRouteChange={focusPage}>
      <Route path="/dashboard" component={Home} />
      <Route path="/dashboard/messages" component={Messages} />
      <Route path="/dashboard/messages/:id" component={MessageTrace} />
      <Route path="/dashboard/conversations" component={Conversations} />
      <Route path="/dashboard/conversations/:id" component={Conversation} />
      <Route path="/dashboard/contacts" component={Contacts} />
      <Route path="/dashboard/contacts/:id" component={Contact} />
      <Route path="/dashboard/raw" component={RawEvents} />
      <Route path="/dashboard/raw/:id" component={RawEvent} />
      <Route path="/dashboard/try" component={Try} />
      <Route path="/dashboard/connections" component={Connections} />
      <Route path="/dashboard/connections/:id" component={Connection} />
      <Route path="/dashboard/webhooks" component={Webhooks} />
      <Route path="/dashboard/webhooks/:id" component={Webhook} />
      <Route path="/dashboard/live" component={Live} />
      <Route path="/dashboard/activity" component={Activity} />
      <Route path="/dashboard/facts/:position" component={FactPage} />
      <Route path="/dashboard/streams/:stream" component={StreamPage} />
      <Route path="/dashboard/deliveries" component={Deliveries} />
      <Route path="/dashboard/deliveries/:id" component={Delivery} />
      <Route path="/dashboard/api-keys" component={ApiKeys} />
      <Route path="/dashboard/users" component={Users} />
      <Route path="/dashboard/me" component={Me} />
      <Route default component={NotFound} />
    </Router>
  )
}

/** The scroll position at which each address was left, and the address the user has just come back to. */
const scrollTops = new Map<string, number>()
let cameBack: { readonly to: string; readonly top: number } | null = null
const noteTop = () => scrollTops.set(location.href, scrollY)
addEventListener('scroll', noteTop, { passive: true })
// A scroll event of a moment ago may come only after the click that leaves the page.
addEventListener('click', noteTop, true)
// Read now: the browser scrolls too, before the page is rendered, and would overwrite the stored position.
addEventListener('popstate', () => {
  cameBack = { to: location.href, top: scrollTops.get(location.href) ?? 0 }
})

let path = location.pathname

/**
 * Focuses the heading of a new page, for users of screen readers and keyboards; after "back", the link by which the
 * page was left. A change of filters is not a new page.
 */
function focusPage(): void {
  const left = path
  path = location.pathname
  const back = cameBack?.to === location.href ? cameBack : null
  cameBack = null
  if (path === left) return
  requestAnimationFrame(() => {
    window.scrollTo(0, back?.top ?? 0)
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')]
    const link = back ? links.find(({ pathname }) => pathname === left) : undefined
    const target = link ?? document.querySelector<HTMLElement>('h1')
    target?.focus({ preventScroll: true })
  })
}
