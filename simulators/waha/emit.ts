import { randomBytes } from 'node:crypto'
import { meOf, type Session } from './session.ts'
import { signedPost } from './signed-post.ts'
import type { WahaSimulator } from './simulator.ts'

/** Posts an event to every hook of the session that subscribes to it. @returns the event's id */
export function emit(
  { poster, behaviour }: WahaSimulator,
  session: Session,
  event: string,
  payload: object,
): string {
  const id = `evt_${randomBytes(13).toString('hex')}`
  const body = JSON.stringify({
    id,
    timestamp: Date.now(),
    event,
    session: session.name,
    ...(session.config.metadata && { metadata: session.config.metadata }),
    me: meOf(session.phone),
    payload,
    engine: behaviour.engine,
    environment: { version: '2026.6.1', engine: behaviour.engine, tier: 'CORE' },
  })
  for (const hook of session.config.webhooks ?? [])
    if (hook.events.includes(event) || hook.events.includes('*'))
      poster.post(signedPost(hook, body))
  return id
}
