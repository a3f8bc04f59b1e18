import { signal } from '@preact/signals'
import type { SignedIn } from '@recado/contract/dashboard/session'
import { ApiError, call, onSignedOut } from './client.ts'
import { forgetAll } from './query.ts'

/** Whether somebody is signed in, as far as is known. */
type State =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | ({ readonly kind: 'in' } & SignedIn)

export const session = signal<State>({ kind: 'unknown' })

onSignedOut.tell = signedOut

/** Whose session this browser has: without one there is nothing to ask. What the session says stands in its cookie. */
const HAD_SESSION = 'recado.session'

/** All windows of a browser have one cookie: who signs in or out beside this one does so here too. */
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== HAD_SESSION) return
  const state = session.value
  if (state.kind === 'in' && state.user.id === newValue) return
  forgetAll()
  session.value = { kind: newValue === null ? 'out' : 'unknown' }
  if (newValue !== null) void loadSession()
})

/** Asks who is signed in. */
export async function loadSession(): Promise<void> {
  if (localStorage.getItem(HAD_SESSION) === null) return signedOut()
  try {
    signedIn((await call<{ data: SignedIn }>('GET', '/session')).data)
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401 && session.value.kind !== 'in')
      session.value = { kind: 'failed', error }
  }
}

/** Remembers who has signed in. */
export function signedIn(data: SignedIn): void {
  localStorage.setItem(HAD_SESSION, data.user.id)
  session.value = { kind: 'in', ...data }
}

/** Whether who is signed in may do this. */
export function may(what: 'write' | 'own'): boolean {
  const state = session.value
  if (state.kind !== 'in') return false
  return what === 'own' ? state.user.role === 'owner' : state.user.role !== 'viewer'
}

/** Forgets all that was shown: the next one to sign in may be another. */
export function signedOut(): void {
  forgetAll()
  localStorage.removeItem(HAD_SESSION)
  session.value = { kind: 'out' }
}
