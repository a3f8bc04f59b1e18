import { readPrivate, writePrivate } from '@recado/infra/private-file'
import type { Session } from './session.ts'

/** The sessions of earlier starts, kept in a file. */
export type KeptSessions = {
  readonly sessions: readonly Session[]
  /** Writes the sessions to the file; writes happen one after the other. */
  keep(sessions: readonly Session[]): void
  close(): Promise<void>
}

/**
 * Reads the sessions kept in `file`: a paired phone stays paired when the gateway starts again.
 * @param tell is given the reason when the file cannot be written; the next change writes it again
 * @param hookOrigin the current origin of our hooks, such as `http://127.0.0.1:8080`; it replaces the stored one
 */
export async function openKeptSessions(
  file: string,
  hookOrigin: string | undefined,
  tell: (text: string) => void,
): Promise<KeptSessions> {
  const kept = (await readPrivate<Session[]>(file)) ?? []
  const sessions = hookOrigin ? kept.map((session) => withHookOrigin(hookOrigin, session)) : kept
  let writing = Promise.resolve()
  return {
    sessions,
    keep(changed) {
      const text = structuredClone(changed)
      writing = writing
        .then(() => writePrivate(file, text))
        .catch((error) => {
          tell(`cannot keep the sessions: ${error}`)
        })
    },
    close: () => writing,
  }
}

function withHookOrigin(origin: string, session: Session): Session {
  const webhooks = session.config.webhooks?.map((hook) => {
    const { pathname } = new URL(hook.url)
    return { ...hook, url: new URL(pathname, origin).href }
  })
  return webhooks === undefined ? session : { ...session, config: { ...session.config, webhooks } }
}
