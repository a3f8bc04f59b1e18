import type { Session, Sessions } from '@recado/infra/http/sign-in/sessions'

/** How often open streams are checked, ms: a stream ends within half a second after its user has signed out. */
export const CHECK_MS = 400

/** A stream that a session has opened; one of a key has none. */
export type OfSession = { readonly session?: Pick<Session, 'session_id' | 'user_id'> | undefined }

/** A check that ends the streams whose session has ended. One statement asks for all of them. */
export function sessionCheck<Stream extends OfSession>(
  sessions: Pick<Sessions, 'living'>,
  all: () => Iterable<Stream>,
  end: (stream: Stream) => void,
): () => void {
  let asking = false
  const check = async () => {
    const asked = [...all()].flatMap((stream) =>
      stream.session === undefined ? [] : [{ stream, session: stream.session }],
    )
    if (asked.length === 0) return
    const living = await sessions.living(asked.map(({ session }) => session))
    for (const { stream, session } of asked) if (!living.has(session.session_id)) end(stream)
  }
  return () => {
    if (asking) return
    asking = true
    // An outage of Postgres may be ignored: nobody can sign out meanwhile.
    check()
      .catch(() => undefined)
      .finally(() => {
        asking = false
      })
  }
}
