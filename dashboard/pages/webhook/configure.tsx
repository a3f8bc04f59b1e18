import type { Webhook } from '@recado/contract/webhook'
import { useState } from 'preact/hooks'
import { call } from '../../api/client.ts'
import { may } from '../../api/session.ts'
import { Field } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { text } from '../../text/choose.ts'

type Props = {
  readonly id: string
  readonly webhook: Webhook | undefined
  readonly structured: readonly string[]
  readonly onSaved: () => Promise<unknown>
}

/** The address, the events and whether they are sent. */
export function Configure({ id, webhook, structured, onSaved }: Props) {
  const before = webhook?.events ?? []
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [isActive, setActive] = useState(webhook?.active ?? true)
  const [events, setEvents] = useState(before.filter((event) => structured.includes(event)))
  const [native, setNative] = useState(
    before.filter((event) => !structured.includes(event)).join(', '),
  )
  const { webhooks: said, act } = text()
  const save = async () => {
    const others = native.split(/[\s,]+/).filter((name) => name !== '')
    const body = { connection_id: id, url, active: isActive, events: [...events, ...others] }
    await call('PUT', '/webhooks', body)
    await onSaved()
  }
  const turn = (event: string) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
  return (
    <section class="card" aria-labelledby="configure">
      <h2 id="configure">{webhook === undefined ? said.set : said.change}</h2>
      <Form submit={act.save} onSubmit={save} isReady={may('write') && url !== ''}>
        <Field label={said.columns.url} hint={said.urlHint} value={url} onInput={setUrl} />
        <Check label={said.isActive} isOn={isActive} onTurn={() => setActive(!isActive)} />
        <fieldset>
          <legend>{said.columns.events}</legend>
          <p class="muted small">{said.eventsHint}</p>
          {structured.map((event) => (
            <Check
              key={event}
              label={event}
              isOn={events.includes(event)}
              onTurn={() => turn(event)}
            />
          ))}
        </fieldset>
        <Field label={said.native} hint={said.nativeHint} value={native} onInput={setNative} />
      </Form>
    </section>
  )
}

function Check(props: { label: string; isOn: boolean; onTurn: () => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.isOn} onChange={props.onTurn} />
      {props.label}
    </label>
  )
}
