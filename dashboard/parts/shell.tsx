import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ApiError, call, isOnline } from '../api/client.ts'
import { forgetDrafts } from '../api/drafts.ts'
import { startLive } from '../api/live.ts'
import { endSession, may, session } from '../api/session.ts'
import { text } from '../text/choose.ts'
import { Find, isFinding } from './find.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Lamp } from './lamp.tsx'

/** The frame of every page: navigation, the state of the live stream, and a notice when the server is unreachable. */
export function Shell({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const { path } = useLocation()
  useEffect(() => setOpen(false), [path])
  // A layout effect ends before anything else is shown. A plain effect ends later, and a tab that wakes meanwhile would
  // start the stream once more.
  useLayoutEffect(startLive, [])
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {text().skip}
      </a>
      <header class="bar">
        <button
          type="button"
          class="quiet icon-only"
          aria-expanded={isOpen}
          aria-controls="side"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="menu" />
          <span class="hidden">{text().menu}</span>
        </button>
        <strong>{text().app}</strong>
        <Lamp />
        <FindButton />
      </header>
      <Side isOpen={isOpen} path={path} />
      <main id="content" tabIndex={-1}>
        {isOnline.value ? null : (
          <p class="notice warn" role="status">
            {text().state.offline}
          </p>
        )}
        {children}
      </main>
      <Find />
    </div>
  )
}

function Side({ isOpen, path }: { isOpen: boolean; path: string }) {
  const state = session.value
  if (state.kind !== 'in') return null
  const { nav, app } = text()
  return (
    <aside id="side" class={isOpen ? 'side open' : 'side'} aria-label={text().menu}>
      <div class="brand">
        <Icon name="mark" />
        <div>
          <strong>{app}</strong>
          <span class="muted cut">{state.account.name}</span>
        </div>
      </div>
      <FindButton />
      <nav aria-label={nav.label}>
        <Item to="/dashboard" path={path} icon="home" label={nav.home} />
        <Item to="/dashboard/live" path={path} icon="pulse" label={nav.live} />
        <Item to="/dashboard/activity" path={path} icon="bars" label={nav.activity} />
        <Item to="/dashboard/messages" path={path} icon="message" label={nav.messages} />
        <Item to="/dashboard/conversations" path={path} icon="chat" label={nav.conversations} />
        <Item to="/dashboard/contacts" path={path} icon="person" label={nav.contacts} />
        <Item to="/dashboard/connections" path={path} icon="phone" label={nav.numbers} />
        <Item to="/dashboard/webhooks" path={path} icon="hook" label={nav.webhooks} />
        <Item to="/dashboard/deliveries" path={path} icon="send" label={nav.deliveries} />
        <Item to="/dashboard/raw" path={path} icon="raw" label={nav.raw} />
        {state.features.simulators && may('write') ? (
          <Item to="/dashboard/try" path={path} icon="flask" label={nav.tryIt} />
        ) : null}
        <Item to="/dashboard/api-keys" path={path} icon="key" label={nav.apiKeys} />
        {may('owner') ? (
          <Item to="/dashboard/users" path={path} icon="users" label={nav.users} />
        ) : null}
      </nav>
      <div class="foot">
        <Lamp />
        <Item to="/dashboard/me" path={path} icon="user" label={state.user.name} />
        <SignOut />
      </div>
    </aside>
  )
}

function Item(props: { to: string; path: string; icon: IconName; label: string }) {
  const { to, path, icon, label } = props
  const isHere = to === '/dashboard' ? path === to : path === to || path.startsWith(`${to}/`)
  return (
    <a class="item" href={to} aria-current={isHere ? 'page' : undefined}>
      <Icon name={icon} />
      <span class="cut">{label}</span>
    </a>
  )
}

function FindButton() {
  return (
    <button
      type="button"
      class="find-button"
      onClick={() => {
        isFinding.value = true
      }}
    >
      <Icon name="find" />
      <span>{text().find.open}</span>
      <kbd>Ctrl K</kbd>
    </button>
  )
}

/** Signs out. If the server does not confirm, the session goes on, and the page says so. */
function SignOut() {
  const [isRefused, setRefused] = useState(false)
  const { nav } = text()
  const leave = async () => {
    setRefused(false)
    try {
      await call('DELETE', '/session')
      forgetDrafts()
      endSession()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefused(true)
    }
  }
  return (
    <>
      <button type="button" class="item" onClick={() => void leave()}>
        <Icon name="out" />
        {nav.signOut}
      </button>
      {isRefused ? (
        <p class="error small" role="alert">
          {nav.stillIn}
        </p>
      ) : null}
    </>
  )
}
