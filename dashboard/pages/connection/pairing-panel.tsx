import type { Connection } from '@recado/contract/connection'
import type { Pairing } from '@recado/contract/dashboard/pairing'
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { ApiError, call } from '../../api/client.ts'
import { usePairing } from '../../api/pairing.ts'
import { useInterval } from '../../api/use-interval.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { text } from '../../text/choose.ts'
import { CodeByPhone } from './code-by-phone.tsx'

type Act = 'start' | 'restart' | 'log_out'
type PanelProps = { readonly connection: Connection; readonly onChange: () => Promise<unknown> }

/** Links a number with a phone: shows a code to scan or to type, or why there is none. */
export function PairingPanel({ connection, onChange }: PanelProps) {
  const { id, status, phone_number_digits } = connection
  const { state, error, shownAt, reload } = usePairing(id)
  const [code, setCode] = useState<string | null>(null)
  const { pairing } = text()
  const isChanged =
    state !== null && (state.status !== status || state.phone_number_digits !== phone_number_digits)
  useEffect(() => {
    if (isChanged) void onChange()
  }, [isChanged, state])
  const act = async (action: Act) => {
    await call('POST', `/connections/${id}/pairing`, { action })
    setCode(null)
    await reload()
  }
  return (
    <section class="card" aria-labelledby="pairing">
      <h2 id="pairing">{pairing.title}</h2>
      {state === null && error === null ? <Loading rows={4} /> : null}
      {error === null ? null : <Failed error={error} again={() => void reload()} />}
      {state === null || error !== null ? null : state.qr === null ? (
        <WithoutCode state={state} act={act} />
      ) : (
        <CodeToScan qr={state.qr} shownAt={shownAt}>
          <CodeByPhone id={id} code={code} onCode={setCode} />
        </CodeToScan>
      )}
    </section>
  )
}

type CodeToScanProps = {
  readonly qr: string
  readonly shownAt: number
  readonly children: ComponentChildren
}

function CodeToScan({ qr, shownAt, children }: CodeToScanProps) {
  const { pairing } = text()
  return (
    <div class="pairing">
      <figure>
        <QrCode value={qr} label={pairing.code} />
        <figcaption class="muted small">
          <Age since={shownAt} />
        </figcaption>
      </figure>
      <div>
        <ol class="steps">
          <li>{pairing.steps.open}</li>
          <li>{pairing.steps.devices}</li>
          <li>{pairing.steps.scan}</li>
        </ol>
        {children}
      </div>
    </div>
  )
}

function Age({ since }: { since: number }) {
  const [now, setNow] = useState(performance.now())
  const tick = useCallback(() => setNow(performance.now()), [])
  useInterval(1_000, tick)
  return <>{text().pairing.age(Math.max(0, Math.round((now - since) / 1_000)))}</>
}

type WithoutProps = { readonly state: Pairing; readonly act: (action: Act) => Promise<void> }

function WithoutCode({ state, act }: WithoutProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const { pairing } = text()
  const reason = state.reason ?? 'unreadable'
  const isPaired = reason === 'paired'
  const tryAgain = async (action: Act) => {
    setProblem(null)
    try {
      await act(action)
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || text().state.offlineShort)
    }
  }
  const action = reason === 'stopped' || reason === 'no_session' ? 'start' : 'restart'
  return (
    <>
      <p class={isPaired ? 'notice good' : 'notice warn'} role="status">
        {pairing.reasons[reason]}
      </p>
      {problem === null ? null : (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        {isPaired ? (
          <button type="button" class="danger" onClick={() => setLeaving(true)}>
            {pairing.logOut}
          </button>
        ) : (
          <button type="button" onClick={() => void tryAgain(action)}>
            {action === 'start' ? pairing.start : pairing.again}
          </button>
        )}
      </div>
      {isLeaving ? <LogOut act={act} onClose={() => setLeaving(false)} /> : null}
    </>
  )
}

function LogOut({ act, onClose }: { act: (action: Act) => Promise<void>; onClose: () => void }) {
  const { pairing } = text()
  const leave = async () => {
    await act('log_out')
    onClose()
  }
  return (
    <Dialog title={pairing.logOutTitle} onClose={onClose}>
      <Form submit={pairing.logOut} isDanger onSubmit={leave} onCancel={onClose}>
        <p>{pairing.logOutMore}</p>
      </Form>
    </Dialog>
  )
}
