import { accountMedium } from '@recado/application/media/account-medium'
import { noteCredentials } from '@recado/application/sending/note-credentials'
import { media_id } from '@recado/contract/example-values'
import { MediaParams, MediaQuery } from '@recado/contract/media'
import { deleteMedia } from '@recado/domain/media/delete-media'
import { media } from '@recado/domain/media/media'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import { requireConnection, TAKES_MEDIA } from '@recado/infra/http/require-connection'
import { runOn } from '@recado/infra/postgres/run'
import { providerFailed } from '@recado/infra/providers/provider-problem'
import { z } from 'zod'
import { commandRoute } from '../routing/command-route.ts'
import { commandContext } from '../routing/request-context.ts'

const Deleted = z
  .object({
    id: z.string().describe("The provider's id of the file."),
    deleted: z.literal(true).describe('Always true: the file can no longer be sent.'),
  })
  .describe('The deleted file.')

export const deleteMediaRoute = commandRoute({
  method: 'DELETE',
  operationId: 'deleteMedia',
  url: '/media/:id',
  summary: 'Delete a file at the provider',
  description: 'Our copy of the file goes with it.',
  availability: 'official',
  params: MediaParams,
  query: MediaQuery,
  problems: [400, 422, 502],
  prepare: async (input, deps) => {
    const { account, params, query } = input
    const able = requireConnection(
      deps,
      { account_id: account.id, connection_id: query.connection_id },
      TAKES_MEDIA,
    )
    if (able instanceof HttpProblem) return able
    const { connection, ability } = able
    const medium = await accountMedium(runOn(deps.pool), {
      account_id: account.id,
      connection_id: connection.id,
      provider_media_id: params.id,
    })
    if (medium === null) return notFound()
    const result = await aside(input, () => ability.delete(connection, params.id))
    noteCredentials(deps, connection, result, commandContext(input, deps))
    // Gone already, for example after an attempt whose fact could not be recorded: only the fact is missing.
    if (result.kind !== 'ok' && result.kind !== 'gone') return providerFailed(result.error)
    return { connection, medium }
  },
  aggregate: media,
  stream: ({ medium }) => medium.id,
  command: ({ connection, params, at }) => ({
    connection_id: connection.id,
    provider_media_id: params.id,
    at,
  }),
  decide: deleteMedia,
  refusals: { media_not_found: notFound },
  reply: { 200: z.object({ data: Deleted }) },
  replyExamples: { 200: { value: { data: { id: media_id, deleted: true } } } },
  answer: ({ params }) => ({ data: { id: params.id, deleted: true as const } }),
})
