import { treeOf } from '@recado/application/seal/leaf'
import { checkpointNote, readTree } from '@recado/application/seal/sealed-tree'
import { notFound } from '@recado/infra/http/http-problem'
import { z } from 'zod'
import { textRoute } from './text-route.ts'

export const getCheckpoint = textRoute({
  operationId: 'getLogCheckpoint',
  url: '/log/checkpoint',
  summary: 'Get the newest checkpoint of the log',
  description:
    'Extension. A signed note (C2SP tlog-checkpoint) over all facts of the account up to the last round. Whoever keeps it ' +
    'notices when one of them is changed later. 404 before the first round.',
  params: z.object({}),
  type: 'text/plain',
  answer: async ({ account }, run) => {
    const tree = await readTree(run, treeOf(account.id))
    const note = tree && checkpointNote(tree)
    if (note === null) return notFound()
    const headers = { 'cache-control': 'private, max-age=5' }
    return { status: 200, type: 'text/plain; charset=utf-8', body: note, headers }
  },
})
