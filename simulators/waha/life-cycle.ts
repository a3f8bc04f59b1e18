import { createHash, randomBytes } from 'node:crypto'
import { emit } from './emit.ts'
import { newQr } from './pairing-codes.ts'
import type { Session, SessionStatus } from './session.ts'
import type { WahaSimulator } from './simulator.ts'

/** Starts a session: with a paired number it works at once, without one it shows a code to scan. */
export function startSession(simulator: WahaSimulator, session: Session): void {
  setStatus(simulator, session, 'STARTING')
  afterIfUnchanged(simulator, session, 'STARTING', simulator.behaviour.step_ms, () => {
    if (session.phone !== null) setStatus(simulator, session, 'WORKING')
    else showCode(simulator, session)
  })
}

/** Shows a code to scan, followed by further codes; a simulated phone may scan it after a while. */
export function showCode(simulator: WahaSimulator, session: Session): void {
  const value = newQr()
  const image = `data:image/png;base64,${randomBytes(48).toString('base64')}`
  setStatus(simulator, session, 'SCAN_QR_CODE', { qr: { value, image } })
  simulator.codes.set(session.name, { qr: value, shown: 1, link: null })
  scheduleNextCode(simulator, session, value)
  const scanned_ms = scanDelayMs(simulator, session)
  if (scanned_ms === null) return
  afterIfUnchanged(simulator, session, 'SCAN_QR_CODE', scanned_ms, () =>
    completePairing(simulator, session),
  )
}

function scanDelayMs({ behaviour }: WahaSimulator, { config }: Session): number | null {
  const { pairing_ms, unnamed_pairing_ms = pairing_ms } = behaviour
  return config.metadata?.phone_number === undefined ? unnamed_pairing_ms : pairing_ms
}

/** WhatsApp accepts a code for a short time, and ends the session when no code is scanned. */
function scheduleNextCode(simulator: WahaSimulator, session: Session, qr: string): void {
  const { qr_ms, qr_codes } = simulator.behaviour
  afterIfUnchanged(simulator, session, 'SCAN_QR_CODE', qr_ms, () => {
    const codes = simulator.codes.get(session.name)
    if (codes?.qr !== qr) return
    if (codes.shown >= qr_codes) return setStatus(simulator, session, 'FAILED')
    codes.qr = newQr()
    codes.shown += 1
    scheduleNextCode(simulator, session, codes.qr)
  })
}

/** A phone scans the code: the given one, the one that the metadata names, or one made up. */
export function completePairing(simulator: WahaSimulator, session: Session, phone?: string): void {
  const named = session.config.metadata?.phone_number
  session.phone = phone ?? (typeof named === 'string' ? named : inventNumber(session.name))
  setStatus(simulator, session, 'WORKING')
}

export function setStatus(
  simulator: WahaSimulator,
  session: Session,
  status: SessionStatus,
  more: object = {},
): void {
  session.status = status
  // Codes are invalid once the session changes its status.
  simulator.codes.delete(session.name)
  simulator.keepSessions()
  const statuses = [{ status, timestamp: Date.now() }]
  emit(simulator, session, 'session.status', { name: session.name, status, statuses, ...more })
}

function afterIfUnchanged(
  { schedule }: WahaSimulator,
  session: Session,
  expected: SessionStatus,
  ms: number,
  work: () => void,
): void {
  schedule.after(ms, () => {
    if (session.status === expected) work()
  })
}

function inventNumber(name: string): string {
  const hash = createHash('sha256').update(name).digest()
  return `552197${String(hash.readUInt32BE(0) % 10_000_000).padStart(7, '0')}`
}
