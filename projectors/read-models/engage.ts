import type { Rows } from '../engine/projection.ts'
import { autoKind } from './auto-kind.ts'
import { contacts } from './contact-row.ts'

export async function engage(rows: Rows, id: string): Promise<void> {
  const row = await rows.get(contacts, id)
  if (row === undefined || row.engaged) return
  rows.put(contacts, { ...row, engaged: true, auto_kind: autoKind({ ...row, engaged: true }) })
}
