import type { CommandContext } from '@recado/application/commands/command-context'
import { execute } from '@recado/application/commands/execute'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { BusinessProfile, BusinessProfileChanges } from '@recado/contract/business-profile'
import { ConnectionId } from '@recado/contract/ids'
import { changeBusinessProfile } from '@recado/domain/connection/change-business-profile'
import { connection } from '@recado/domain/connection/connection'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { type Able, HAS_PROFILE, requireConnection } from '@recado/infra/http/require-connection'
import type { ProfileCalls } from '@recado/infra/providers/profile-calls'
import { providerFailed, providerRefused } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'
import { commandContext } from '../routing/request-context.ts'
import { type KeyInput, workflowRoute } from '../routing/route.ts'

export const changeProfileRoute = workflowRoute({
  method: 'PATCH',
  operationId: 'changeConnectionProfile',
  url: '/connections/:id/profile',
  summary: 'Change the business profile of a number',
  description:
    'Only the fields that you send change. The answer is the profile as the provider has it afterwards.',
  availability: 'official',
  params: z.object({ id: ConnectionId }),
  body: BusinessProfileChanges,
  requestExamples: {
    change: { value: { about: 'Fresh bread since 1987', websites: ['https://estrela.example'] } },
  },
  reply: { 200: z.object({ data: BusinessProfile }) },
  problems: [502],
  handle: async (input, deps) => {
    const { account, params } = input
    const able = requireConnection(
      deps,
      { account_id: account.id, connection_id: params.id },
      HAS_PROFILE,
    )
    if (able instanceof HttpProblem) return able
    const changed = await changeAtProvider(able, input, commandContext(input, deps), deps)
    if (changed instanceof HttpProblem) return changed
    const read = await aside(input, () => able.ability.read(able.connection))
    if (read.kind !== 'ok') return providerFailed(read.error)
    const data = { connection_id: able.connection.id, ...read.value }
    return { status: 200, body: { data }, position: changed }
  },
})

/** @returns the log position of the change, null when there was none */
async function changeAtProvider(
  { connection: entry, ability: profile }: Able<ProfileCalls>,
  input: Pick<KeyInput<unknown, unknown, BusinessProfileChanges>, 'request' | 'body'>,
  context: CommandContext,
  deps: CommandDeps,
): Promise<bigint | null | HttpProblem> {
  const { body: changed } = input
  if (Object.keys(changed).length === 0) return null
  const result = await aside(input, () => profile.change(entry, changed))
  noteCredentials(deps, entry, result, context)
  if (result.kind === 'refused') return providerRefused(result.error)
  if (result.kind === 'failed') return providerFailed(result.error)
  const command = { connection_id: entry.id, changed, at: context.now().toISOString() }
  const decide = changeBusinessProfile
  const done = await execute(deps, {
    aggregate: connection,
    id: entry.id,
    decide,
    command,
    context,
  })
  return 'position' in done ? done.position : notFound()
}
