import type { Simulated } from '@recado/contract/dashboard/simulate'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client.ts'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'
import { waitForTrace } from './wait-for-trace.ts'

/** A written message always has its id. */
type Done = { readonly data: { readonly [Name in keyof Simulated]: NonNullable<Simulated[Name]> } }

/** Simulates a message of a person, then opens its trace. */
export function WriteAsPerson({ connectionId }: { connectionId: string }) {
  const { tryIt } = text()
  const [phone, setPhone] = useState('5531987654321')
  const [words, setWords] = useState(tryIt.hello)
  const { route } = useLocation()
  const write = async () => {
    const body = { connection_id: connectionId, phone, text: words }
    const { data } = await call<Done>('POST', '/simulate/messages', body)
    await waitForTrace(data.message_id)
    route(`/dashboard/messages/${data.message_id}`)
  }
  return (
    <section class="card">
      <h2>{tryIt.write}</h2>
      <p class="muted">{tryIt.writeMore}</p>
      <Form submit={tryIt.writeNow} onSubmit={write} isReady={phone !== '' && words.trim() !== ''}>
        <Field label={tryIt.phone} value={phone} onInput={setPhone} />
        <Field label={tryIt.words} value={words} onInput={setWords} />
      </Form>
    </section>
  )
}
