import type { ApiKey, RevealedApiKey } from '@recado/contract/dashboard/api-key'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Copyable } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { Done } from '../../parts/shown-once.tsx'
import { text } from '../../text/choose.ts'

const MAX_SHOWN_SECONDS = 60

type Revealed = { readonly data: RevealedApiKey }

/** Asks for the password, then shows a key's text for a minute. */
export function RevealKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [key, setKey] = useState<string | null>(null)
  const { keys, me, signIn } = text()
  const reveal = async () => {
    const path = `/api-keys/${apiKey.id}/reveal`
    setKey((await call<Revealed>('POST', path, { password })).data.key)
    setPassword('')
  }
  return (
    <Dialog title={keys.revealTitle(apiKey.name)} onClose={onClose}>
      {key === null ? (
        <Form
          submit={keys.reveal}
          onSubmit={reveal}
          onCancel={onClose}
          isReady={password !== ''}
          errorText={({ status }) =>
            status === 403 ? me.wrong : status === 410 ? keys.gone : null
          }
        >
          <p class="muted">{keys.revealMore}</p>
          <PasswordField
            label={signIn.password}
            kind="current"
            value={password}
            onInput={setPassword}
            autofocus
          />
        </Form>
      ) : (
        <RevealedKey text={key} onClose={onClose} />
      )}
    </Dialog>
  )
}

function RevealedKey({ text: key, onClose }: { text: string; onClose: () => void }) {
  const [left, setLeft] = useState(MAX_SHOWN_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (left <= 0) onClose()
  }, [left])
  return (
    <>
      <Copyable value={key} />
      <p class="muted small">{text().keys.hides(left)}</p>
      <Done onDone={onClose} />
    </>
  )
}
