import { survivorOf } from '@recado/application/contacts/contact-state'
import { HttpProblem } from '@recado/infra/http/http-problem'
import type { CommandDeps } from '../deps.ts'
import type { KeyInput, WriteAnswer } from '../routing/route.ts'
import { answerEdit } from './answer-edit.ts'

type Joined = {
  readonly changes: object | null
  /** Of the newest fact of the call; null: of the contact's. */
  readonly position: bigint | null
}

/** The answer to a merge or an unmerge: the contact that the id of the path leads to now, and the changes. */
export async function answerJoined(
  deps: CommandDeps,
  input: KeyInput<{ id: string }, unknown, unknown>,
  { changes, position }: Joined,
): Promise<WriteAnswer | HttpProblem> {
  const { id } = input.params
  const contact_id = (await survivorOf(deps, id))?.contact_id ?? id
  const answer = await answerEdit(deps, input, { contact_id, created: false, position })
  if (answer instanceof HttpProblem) return answer
  const { data, headers } = answer
  return { status: 200, body: { data, changes }, headers, position: null }
}
