import type { Webhook } from '@recado/contract/webhook'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Copyable } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

type Props = { readonly webhook: Webhook; readonly onReplaced: () => Promise<unknown> }

/** The secret that signs deliveries, masked until it is revealed, for users who may replace it. */
export function Secret({ webhook, onReplaced }: Props) {
  const [isShown, setShown] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const [before, setBefore] = useState<string | null>(null)
  const { webhooks: said, act } = text()
  const { secret } = webhook
  return (
    <section class="card" aria-labelledby="secret">
      <h2 id="secret">{said.secret}</h2>
      {secret === null ? <p class="notice warn">{said.secretLost}</p> : null}
      {secret === null ? null : <Text secret={secret} isShown={isShown} />}
      {before === null ? null : (
        <>
          <p class="muted">{said.before}</p>
          <Text secret={before} isShown={isShown} />
        </>
      )}
      <div class="buttons">
        {secret === null ? null : (
          <button type="button" onClick={() => setShown(!isShown)}>
            {isShown ? act.hide : act.show}
          </button>
        )}
        <button type="button" onClick={() => setReplacing(true)}>
          {said.replace}
        </button>
      </div>
      {isReplacing ? (
        <Replace
          webhook={webhook}
          onKeep={setBefore}
          onReplaced={onReplaced}
          onClose={() => setReplacing(false)}
        />
      ) : null}
    </section>
  )
}

function Text({ secret, isShown }: { secret: string; isShown: boolean }) {
  if (isShown) return <Copyable value={secret} />
  return (
    <p>
      <code>{secret.startsWith('whsec_') ? 'whsec_' : ''}••••••••••••</code>
    </p>
  )
}

type ReplaceProps = Props & {
  /** Gets the previous secret. */
  readonly onKeep: (before: string | null) => void
  readonly onClose: () => void
}

function Replace({ webhook, onKeep, onReplaced, onClose }: ReplaceProps) {
  const { webhooks: said } = text()
  // Drawn once: another secret on a retry after a lost answer would end the 24 hours of the previous one.
  const [secret] = useState(newSecret)
  const [before] = useState(webhook.secret)
  const replace = async () => {
    const { connection_id, url, events, active } = webhook
    await call('PUT', '/webhooks', { connection_id, url, events, active, secret })
    onKeep(before)
    onClose()
    await onReplaced()
  }
  return (
    <Dialog title={said.replaceTitle} onClose={onClose}>
      <Form submit={said.replace} onSubmit={replace} onCancel={onClose}>
        <p>{said.replaceMore}</p>
      </Form>
    </Dialog>
  )
}

/** A secret of the same form as Recado's: 32 random bytes. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
