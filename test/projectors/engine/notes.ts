import { randomBytes } from 'node:crypto'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { projection } from '@recado/projectors/engine/projection'
import { table } from '@recado/projectors/engine/table'
import { accountId } from '../../examples/account.ts'
import { recorded } from '../../kit/projecting.ts'

type Note = { id: string; account_id: string; value: string; pos: number }
/** How a note fails, if at all. */
export type Trouble = 'none' | 'too_long_to_index' | 'type_error' | 'half_a_character'
type NoteTaken = { type: 'NoteTaken'; data: { id: string; trouble: Trouble } }

/** Too long for any index, and incompressible. */
const tooLong = (): string => randomBytes(9_000).toString('hex')

const notes = table<Note>({
  name: 'notes',
  lists: [{ name: 'notes.account', key: 'account_id', position: 'pos', kind: 'append_only' }],
})

/** A projection with one row per note, which can be made to fail in every way. */
export function notesProjection(onNote: (id: string) => void = () => undefined) {
  return projection<NoteTaken>({
    name: 'notes',
    tables: [notes],
    ddl: new URL('./notes.sql', import.meta.url),
    on: {
      NoteTaken: async ({ data: { id, trouble } }, rows) => {
        onNote(id)
        if ((await rows.get(notes, id)) !== undefined) return
        if (trouble === 'type_error')
          throw new TypeError("Cannot read properties of undefined (reading 'connection_id')")
        rows.put(notes, { id, account_id: accountId, value: textFor(trouble), pos: 0 })
      },
    },
  })
}

function textFor(trouble: Trouble): string {
  if (trouble === 'too_long_to_index') return tooLong()
  return trouble === 'half_a_character' ? '\ud800' : 'short'
}

/** A note as read from the log. */
export function noteTaken(
  id: string,
  options: { trouble?: Trouble; stream?: string; more_follows?: true } = {},
): RecordedEvent<NoteTaken> {
  const { trouble = 'none', stream = `note-${id}`, more_follows } = options
  const of = { account_id: accountId, ...(more_follows && { more_follows }) }
  return recorded(stream, { type: 'NoteTaken', data: { id, trouble } }, of)
}
