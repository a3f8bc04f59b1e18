import { execute } from '@recado/application/commands/execute'
import { type Ids, streamOf } from '@recado/application/ids'
import { readConversation } from '@recado/application/read-models/documents/conversation-document'
import {
  type ConversationChanges as Changes,
  ConversationChanges,
  ConversationDetail,
} from '@recado/contract/conversation'
import { ConversationId } from '@recado/contract/ids'
import { type Conversation, conversation } from '@recado/domain/conversation/conversation'
import { editConversation } from '@recado/domain/conversation/edit-conversation'
import {
  type HttpProblem,
  invalidInput,
  notFound,
  unavailable,
} from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { positionToRead } from '../routing/position-to-read.ts'
import { commandContext } from '../routing/request-context.ts'
import { workflowRoute } from '../routing/route.ts'
import { waitForReadModels } from '../routing/wait-for-read-models.ts'

export const editConversationRoute = workflowRoute({
  method: 'PATCH',
  operationId: 'editConversation',
  url: '/conversations/:id',
  summary: 'Set status, tags, assignee and internal note of a conversation',
  description:
    'Only the fields that you send change; null clears tags, assignee_name and internal_note. The next inbound message opens the conversation again.',
  params: z.object({ id: ConversationId }),
  body: ConversationChanges,
  requestExamples: {
    assign: { summary: 'Assign', value: { assignee_name: 'Bia', tags: ['vip'] } },
    close: { summary: 'Close', value: { status: 'closed' } },
  },
  problems: [404],
  reply: { 200: z.object({ data: ConversationDetail }) },
  async handle(input, deps) {
    const { account, params, body } = input
    const ids = { account_id: account.id, conversation_id: params.id }
    const read = () => readConversation(runOn(deps.pool), ids, deps.now())
    const before = await read()
    if (before === null) return missingProblem(deps, ids)
    const changes = normaliseChanges(body)
    if (before.erased && hasWords(changes))
      return invalidInput('the person was erased: only the status of the conversation can change')
    const context = commandContext(input, deps)
    const at = context.now().toISOString()
    const { id: conversation_id, status: shown_status } = before
    // Of an erased person nothing else is held that could be cleared.
    const edit = before.erased ? { status: body.status } : changes
    const command = { conversation_id, shown_status, ...edit, at }
    const execution = { aggregate: conversation, id: conversation_id, decide: editConversation }
    const done = await execute(deps, { ...execution, command, context })
    if (done.refused !== undefined || done.state === null) return notFound()
    const stream = streamOf(conversation, conversation_id)
    const position = await positionToRead(deps, stream, done.position)
    const headers = await waitForReadModels(input, position ?? -1n, deps)
    const after = headers['x-read-consistency'] === undefined ? await read() : null
    const decided = before.erased ? before : done.state
    const data = after ?? decidedDetail(before, decided, body.status)
    return { status: 200, body: { data }, headers, position: null }
  },
})

function normaliseChanges({ status, tags, assignee_name, internal_note }: Changes) {
  return {
    status,
    tags: tags === null ? [] : tags,
    assignee_name: assignee_name === '' ? null : assignee_name,
    internal_note: internal_note === '' ? null : internal_note,
  }
}

type Words = Omit<Changes, 'status'>

/** Whether something is written about the person. */
function hasWords({ tags, assignee_name, internal_note }: Words): boolean {
  return [...(tags ?? []), assignee_name ?? null, internal_note ?? null].some(
    (text) => text !== null,
  )
}

/** The detail while the read models lag: the earlier row with the decided changes. */
function decidedDetail(
  before: ConversationDetail,
  { tags, assignee_name, internal_note }: Pick<NonNullable<Conversation>, keyof Words>,
  status: Changes['status'],
): ConversationDetail {
  const closing = status === 'closed' ? { unread_count: 0 } : {}
  const team = { tags: [...tags], assignee_name, internal_note }
  return { ...before, ...team, ...closing, status: status ?? before.status }
}

/** 404 for an unknown or foreign conversation; 503 when only the read models lack it. */
async function missingProblem(
  { store }: CommandDeps,
  { account_id, conversation_id }: Ids<'account_id' | 'conversation_id'>,
): Promise<HttpProblem> {
  const newest = await store.readLast(streamOf(conversation, conversation_id))
  if (newest?.metadata.account_id !== account_id) return notFound()
  return unavailable('the read models do not show this conversation yet; try again')
}
