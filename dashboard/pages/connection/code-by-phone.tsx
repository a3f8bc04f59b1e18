import type { PairingCode } from '@recado/contract/dashboard/pairing'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

type Props = {
  readonly id: string
  /** The last code; the panel keeps it, because it outlives the QR code. */
  readonly code: string | null
  readonly onCode: (code: string) => void
}

/** Pairing without a camera: a code to type on the phone. */
export function CodeByPhone({ id, code, onCode }: Props) {
  const [phone, setPhone] = useState('')
  const { pairing } = text()
  const ask = async () => {
    const path = `/connections/${id}/pairing/code`
    onCode((await call<{ data: PairingCode }>('POST', path, { phone })).data.code)
  }
  return (
    <details class="by-phone" open={code !== null}>
      <summary>{pairing.byPhone}</summary>
      {code === null ? null : (
        <>
          <p role="status">
            {pairing.typeThis} <code class="linking">{code}</code>
          </p>
          <p class="muted small">{pairing.typeWhere}</p>
        </>
      )}
      <Form
        submit={code === null ? pairing.getCode : pairing.anotherCode}
        onSubmit={ask}
        isReady={/\d/.test(phone)}
      >
        <Field label={pairing.phone} hint={pairing.phoneHint} value={phone} onInput={setPhone} />
      </Form>
    </details>
  )
}
