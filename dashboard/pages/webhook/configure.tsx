import type { Webhook } from '@recado/contract/webhook'
import { useEffect, useRef, useState } from 'preact/hooks'
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

/** The form for the address, the events and the active state. */
export function Configure({ id, webhook, structured, onSaved }: Props) {
  const { form, change, isSaved, saved } = useStored(formOf(webhook, structured))
  const { url, isActive, events, native } = form
  const { webhooks: said, act } = text()
  const save = async () => {
    const others = native.split(/[\s,]+/).filter((name) => name !== '')
    const body = { connection_id: id, url, active: isActive, events: [...events, ...others] }
    await call('PUT', '/webhooks', body)
    saved(form)
    await onSaved()
  }
  const turn = (event: string) =>
    change({
      events: events.includes(event) ? events.filter((one) => one !== event) : [...events, event],
    })
  return (
    <section class="card" aria-labelledby="configure">
      <h2 id="configure">{webhook === undefined ? said.set : said.change}</h2>
      <Form submit={act.save} onSubmit={save} isReady={may('write') && url !== ''}>
        <Field
          label={said.columns.url}
          hint={said.urlHint}
          value={url}
          onInput={(value) => change({ url: value })}
        />
        <Check
          label={said.isActive}
          isOn={isActive}
          onTurn={() => change({ isActive: !isActive })}
        />
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
        <Field
          label={said.native}
          hint={said.nativeHint}
          value={native}
          onInput={(value) => change({ native: value })}
        />
      </Form>
      <p role="status" class="muted small">
        {isSaved ? said.saved : ''}
      </p>
    </section>
  )
}

type Filled = {
  readonly url: string
  readonly isActive: boolean
  readonly events: readonly string[]
  readonly native: string
}

function formOf(webhook: Webhook | undefined, structured: readonly string[]): Filled {
  const { url = '', active: isActive = true, events = [] } = webhook ?? {}
  const native = events.filter((event) => !structured.includes(event)).join(', ')
  return { url, isActive, events: events.filter((event) => structured.includes(event)), native }
}

/** The form's state: the user's unsaved changes, or the stored values, which may change meanwhile. */
function useStored(stored: Filled) {
  const [form, setForm] = useState(stored)
  const [isSaved, setSaved] = useState(false)
  const isTouched = useRef(false)
  const latest = useRef(stored)
  const show = (next: Filled) => {
    latest.current = next
    setForm(next)
  }
  useEffect(() => {
    if (!isTouched.current) show(stored)
  }, [JSON.stringify(stored)])
  const change = (changes: Partial<Filled>) => {
    isTouched.current = true
    setSaved(false)
    show({ ...latest.current, ...changes })
  }
  /** @param sent the values that were stored: what was typed after them is still unsaved */
  const saved = (sent: Filled) => {
    isTouched.current = latest.current !== sent
    setSaved(!isTouched.current)
  }
  return { form, change, isSaved, saved }
}

function Check(props: { label: string; isOn: boolean; onTurn: () => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.isOn} onChange={props.onTurn} />
      {props.label}
    </label>
  )
}
