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
  const [replacement, setReplacement] = useState<Replacement>({ before: null, keptChange: false })
  const { webhooks: texts, act } = text()
  const { secret } = webhook
  const { before, keptChange } = replacement
  return (
    <section class="card" aria-labelledby="secret">
      <h2 id="secret">{texts.secret}</h2>
      {secret === null ? <p class="notice warn">{texts.secretLost}</p> : null}
      {secret === null ? null : <Text secret={secret} isShown={isShown} />}
      {before === null ? null : (
        <>
          <p class="muted">{texts.before}</p>
          <Text secret={before} isShown={isShown} />
        </>
      )}
      {keptChange ? (
        <p class="notice warn" role="status">
          {texts.keptChange}
        </p>
      ) : null}
      <div class="buttons">
        {secret === null ? null : (
          <button type="button" onClick={() => setShown(!isShown)}>
            {isShown ? act.hide : act.show}
          </button>
        )}
        <button type="button" onClick={() => setReplacing(true)}>
          {texts.replace}
        </button>
      </div>
      {isReplacing ? (
        <ReplaceSecret
          webhook={webhook}
          onReplaced={(now) => {
            setReplacement(now)
            return onReplaced()
          }}
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

/** What a replacement has found: the previous secret, and whether somebody had changed the configuration. */
type Replacement = { readonly before: string | null; readonly keptChange: boolean }

type ReplaceProps = {
  readonly webhook: Webhook
  readonly onReplaced: (found: Replacement) => Promise<unknown>
  readonly onClose: () => void
}

function ReplaceSecret({ webhook: shown, onReplaced, onClose }: ReplaceProps) {
  const { webhooks: texts } = text()
  // Drawn once: another secret on a retry after a lost answer would end the 24 hours of the previous one.
  const [secret] = useState(newSecret)
  // The page follows what is stored, which after a lost answer is the new secret.
  const [webhook] = useState(shown)
  const replace = async () => {
    const now = await readWebhook(webhook)
    const { connection_id, url, events, active } = now
    await call('PUT', '/webhooks', { connection_id, url, events, active, secret })
    onClose()
    await onReplaced({
      before: now.secret === secret ? webhook.secret : now.secret,
      keptChange: configurationOf(now) !== configurationOf(webhook),
    })
  }
  return (
    <Dialog title={texts.replaceTitle} onClose={onClose}>
      <Form submit={texts.replace} onSubmit={replace} onCancel={onClose}>
        <p>{texts.replaceMore}</p>
      </Form>
    </Dialog>
  )
}

/** The webhook as it is now: storing a secret replaces the whole configuration, which others may change. */
async function readWebhook(webhook: Webhook): Promise<Webhook> {
  const path = `/webhooks?connection_id=${webhook.connection_id}`
  const { data } = await call<{ data: readonly Webhook[] }>('GET', path)
  return data[0] ?? webhook
}

function configurationOf({ url, events, active }: Webhook): string {
  return JSON.stringify([url, events, active])
}

/** A secret of the same form as Recado's: 32 random bytes. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}
