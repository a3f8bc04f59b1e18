import type { Webhook } from '@recado/contract/webhook'
import { OPT_IN_EVENTS } from '@recado/contract/whatsapp-event-names'
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
  const named = [...structured, ...OPT_IN_EVENTS]
  const { form, change, isSaved, markSaved } = useStored(formOf(webhook, named))
  const { url, isActive, events, native } = form
  const { webhooks: texts, act } = text()
  const save = async () => {
    const others = native.split(/[\s,]+/).filter((name) => name !== '')
    const body = { connection_id: id, url, active: isActive, events: [...events, ...others] }
    await call('PUT', '/webhooks', body)
    markSaved(form)
    await onSaved()
  }
  const toggle = (event: string) =>
    change({
      events: events.includes(event) ? events.filter((one) => one !== event) : [...events, event],
    })
  return (
    <section class="card" aria-labelledby="configure">
      <h2 id="configure">{webhook === undefined ? texts.set : texts.change}</h2>
      <Form submit={act.save} onSubmit={save} isReady={may('write') && url !== ''}>
        <Field
          label={texts.columns.url}
          hint={texts.urlHint}
          value={url}
          onInput={(value) => change({ url: value })}
        />
        <Check
          label={texts.isActive}
          isOn={isActive}
          onToggle={() => change({ isActive: !isActive })}
        />
        <fieldset>
          <legend>{texts.columns.events}</legend>
          <p class="muted small">{texts.eventsHint}</p>
          {structured.map((event) => (
            <Check
              key={event}
              label={event}
              isOn={events.includes(event)}
              onToggle={() => toggle(event)}
            />
          ))}
          <p class="muted small">{texts.optInHint}</p>
          {OPT_IN_EVENTS.map((event) => (
            <Check
              key={event}
              label={event}
              isOn={events.includes(event)}
              onToggle={() => toggle(event)}
            />
          ))}
        </fieldset>
        <Field
          label={texts.native}
          hint={texts.nativeHint}
          value={native}
          onInput={(value) => change({ native: value })}
        />
      </Form>
      <p role="status" class="muted small">
        {isSaved ? texts.saved : ''}
      </p>
    </section>
  )
}

type FormValues = {
  readonly url: string
  readonly isActive: boolean
  readonly events: readonly string[]
  readonly native: string
}

/** @param named the events that have a box of their own */
function formOf(webhook: Webhook | undefined, named: readonly string[]): FormValues {
  const { url = '', active: isActive = true, events = [] } = webhook ?? {}
  const native = events.filter((event) => !named.includes(event)).join(', ')
  return { url, isActive, events: events.filter((event) => named.includes(event)), native }
}

/** The form's state: the user's unsaved changes, or the stored values, which may change meanwhile. */
function useStored(stored: FormValues) {
  const [form, setForm] = useState(stored)
  const [isSaved, setSaved] = useState(false)
  const isTouched = useRef(false)
  const latest = useRef(stored)
  const show = (next: FormValues) => {
    latest.current = next
    setForm(next)
  }
  useEffect(() => {
    if (!isTouched.current) show(stored)
  }, [JSON.stringify(stored)])
  const change = (changes: Partial<FormValues>) => {
    isTouched.current = true
    setSaved(false)
    show({ ...latest.current, ...changes })
  }
  /** @param sent the values that were stored: what was typed after them is still unsaved */
  const markSaved = (sent: FormValues) => {
    isTouched.current = latest.current !== sent
    setSaved(!isTouched.current)
  }
  return { form, change, isSaved, markSaved }
}

function Check(props: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={props.isOn} onChange={props.onToggle} />
      {props.label}
    </label>
  )
}
