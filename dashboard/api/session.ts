import { signal } from '@preact/signals'
import type { SignedIn } from '@recado/contract/dashboard/session'
import { type Right, rightsOf } from '@recado/domain/user/role'
import { readStored, store } from '../browser-storage.ts'
import { ApiError, call, onSignedOut } from './client.ts'
import { forgetAnswers } from './query.ts'

/** Who is signed in, as far as the page knows. */
type State =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | ({ readonly kind: 'in' } & SignedIn)

export const session = signal<State>({ kind: 'unknown' })

onSignedOut.notify = endSession

/** The key under which the browser stores the id of the user who is signed in. Without it the server is not asked. */
const SESSION_KEY = 'recado.session'

/** All windows of a browser share one cookie, so a sign-in or sign-out in another window applies here too. */
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== SESSION_KEY) return
  const state = session.value
  if (state.kind === 'in' && state.user.id === newValue) return
  forgetAnswers()
  session.value = { kind: newValue === null ? 'out' : 'unknown' }
  if (newValue !== null) void loadSession()
})

/** Asks the server who is signed in, if this browser has had a session. */
export async function loadSession(): Promise<void> {
  if (readStored(SESSION_KEY) === null) return endSession()
  try {
    beginSession((await call<{ data: SignedIn }>('GET', '/session')).data)
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401 && session.value.kind !== 'in')
      session.value = { kind: 'failed', error }
  }
}

/** Shows the page to a user who has just signed in. */
export function beginSession(data: SignedIn): void {
  store(SESSION_KEY, data.user.id)
  session.value = { kind: 'in', ...data }
}

/** Whether the signed-in user has a right; the API decides by the same ones. */
export function may(right: Right): boolean {
  const state = session.value
  return state.kind === 'in' && rightsOf(state.user.role).includes(right)
}

/** Ends the session on this page, and forgets all answers: the next user may be another one. */
export function endSession(): void {
  forgetAnswers()
  store(SESSION_KEY, null)
  session.value = { kind: 'out' }
}
