import { sessionCookie } from '@recado/infra/http/sign-in/cookie'
import type { CommandDeps } from '../../deps.ts'
import { type KeyInput, type WriteAnswer, workflowRoute } from '../../routing/route.ts'
import { requireSession } from '../require-session.ts'

export const signOutRoute = {
  ...workflowRoute({
    method: 'DELETE',
    url: '/session',
    operationId: 'signOut',
    summary: 'Sign out',
    reply: { 204: 'no content' },
    async handle(input, deps) {
      const { session_id } = requireSession(input).session
      await deps.sessions.end({ session_id })
      return answerSignOut(input, deps)
    },
  }),
  access: 'read',
} as const

export const signOutEverywhereRoute = {
  ...workflowRoute({
    method: 'DELETE',
    url: '/sessions',
    operationId: 'signOutEverywhere',
    summary: 'Sign out everywhere',
    reply: { 204: 'no content' },
    async handle(input, deps) {
      await deps.sessions.end({ user_id: requireSession(input).user.id })
      return answerSignOut(input, deps)
    },
  }),
  access: 'read',
} as const

function answerSignOut(
  { request }: Pick<KeyInput<unknown, unknown, unknown>, 'request'>,
  { config }: Pick<CommandDeps, 'config'>,
): WriteAnswer {
  const headers = { 'set-cookie': sessionCookie(request, config.PUBLIC_URL, null) }
  return { status: 204, body: null, headers, position: null }
}
