import { signal } from '@preact/signals'
import type { SignedIn } from '@recado/contract/dashboard/session'
import { type Right, rightsOf } from '@recado/domain/user/role'
import { keepValue, keptValue } from '../kept.ts'
import { ApiError, call, onSignedOut } from './client.ts'
import { forgetAll } from './query.ts'

/** Whether a user is signed in, as far as the page knows. */
type State =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'out' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | ({ readonly kind: 'in' } & SignedIn)

export const session = signal<State>({ kind: 'unknown' })

onSignedOut.tell = signedOut

/** Key of the id of the user whose session this browser has. Without it the server is not asked. */
const HAD_SESSION = 'recado.session'

/** All windows of a browser share one cookie, so a sign-in or sign-out in another window applies here too. */
window.addEventListener('storage', ({ key, newValue }) => {
  if (key !== HAD_SESSION) return
  const state = session.value
  if (state.kind === 'in' && state.user.id === newValue) return
  forgetAll()
  session.value = { kind: newValue === null ? 'out' : 'unknown' }
  if (newValue !== null) void loadSession()
})

export async function loadSession(): Promise<void> {
  if (keptValue(HAD_SESSION) === null) return signedOut()
  try {
    signedIn((await call<{ data: SignedIn }>('GET', '/session')).data)
  } catch (error) {
    if (error instanceof ApiError && error.status !== 401 && session.value.kind !== 'in')
      session.value = { kind: 'failed', error }
  }
}

export function signedIn(data: SignedIn): void {
  keepValue(HAD_SESSION, data.user.id)
  session.value = { kind: 'in', ...data }
}

/** Whether the signed-in user has a right; the API decides by the same ones. */
export function may(right: Right): boolean {
  const state = session.value
  return state.kind === 'in' && rightsOf(state.user.role).includes(right)
}

/** Forgets all answers: the next user to sign in may be another one. */
export function signedOut(): void {
  forgetAll()
  keepValue(HAD_SESSION, null)
  session.value = { kind: 'out' }
}
