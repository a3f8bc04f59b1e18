import { type Funnel, funnel } from '@recado/domain/funnel/funnel'
import { type LoadDeps, load } from '../commands/load.ts'
import { streamOf } from '../ids.ts'

/** The stages of an account, by the log. @throws StoreUnavailable */
export async function loadStages(deps: LoadDeps, accountId: string): Promise<Funnel['stages']> {
  const stream = streamOf(funnel, accountId)
  return (await load(deps, funnel, stream, deps.cache.get<Funnel>(stream))).state.stages
}
