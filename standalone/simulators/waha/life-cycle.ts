import { createHash, randomBytes } from 'node:crypto'
import { emit } from './emit.ts'
import type { Session, SessionStatus } from './session.ts'
import type { WahaSimulator } from './simulator.ts'

/** Starts a session: with a number it works at once, without one it shows a code to scan. */
export function startSession(simulator: WahaSimulator, session: Session): void {
  become(simulator, session, 'STARTING')
  later(simulator, session, 'STARTING', simulator.behaviour.step_ms, () => {
    if (session.phone !== null) become(simulator, session, 'WORKING')
    else showCode(simulator, session)
  })
}

/** Shows a code, which somebody may scan after a while. */
export function showCode(simulator: WahaSimulator, session: Session): void {
  const value = `2@${randomBytes(32).toString('base64')},${randomBytes(16).toString('base64')}`
  const image = `data:image/png;base64,${randomBytes(48).toString('base64')}`
  become(simulator, session, 'SCAN_QR_CODE', { qr: { value, image } })
  const { pairing_ms } = simulator.behaviour
  if (pairing_ms === null) return
  later(simulator, session, 'SCAN_QR_CODE', pairing_ms, () => pair(simulator, session))
}

/** Somebody scans the code with a phone: the one that the metadata names, or one made up. */
export function pair(simulator: WahaSimulator, session: Session, phone?: string): void {
  const named = session.config.metadata?.phone_number
  session.phone = phone ?? (typeof named === 'string' ? named : someNumber(session.name))
  become(simulator, session, 'WORKING')
}

/** Puts a session into a status and tells its hooks. */
export function become(
  simulator: WahaSimulator,
  session: Session,
  status: SessionStatus,
  more: object = {},
): void {
  session.status = status
  simulator.keepSessions()
  const statuses = [{ status, timestamp: Date.now() }]
  emit(simulator, session, 'session.status', { name: session.name, status, statuses, ...more })
}

function later(
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

function someNumber(name: string): string {
  const hash = createHash('sha256').update(name).digest()
  return `552197${String(hash.readUInt32BE(0) % 10_000_000).padStart(7, '0')}`
}
