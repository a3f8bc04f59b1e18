import { isServerAway } from '@recado/infra/is-server-away'
import type { ReactorLog } from '../../runtime/run-reactor.ts'
import { type GrowingTree, LeavesByAnother, LeavesLeftOut } from './growing-tree.ts'

/** Trees that are worked on at once. */
const AT_ONCE = 8
/** In one line of the log. */
const MAX_NAMED = 10
/** Below the gap after which the status takes a part for recovered. */
const RETRY_MS = 10_000

/** Works on trees so that one that fails stops no other: it is told, and tried again, until it works. */
export type EachTree = {
  /** @throws what no tree can do anything about */
  act(trees: Iterable<GrowingTree>, work: (tree: GrowingTree) => Promise<void>): Promise<void>
  /** The trees that failed and are to be tried again now. */
  toRetry(): readonly GrowingTree[]
  failing(): Pick<ReadonlyMap<GrowingTree, unknown>, 'has' | 'size' | 'keys'>
}

export function eachTree(log: ReactorLog, now: () => Date, signal: AbortSignal): EachTree {
  /** With the time of the last failure. */
  const failed = new Map<GrowingTree, number>()
  return {
    failing: () => failed,
    toRetry: () =>
      [...failed]
        .filter(([, at]) => Math.abs(now().getTime() - at) >= RETRY_MS)
        .map(([tree]) => tree),
    async act(trees, work) {
      const faults: { readonly id: string; readonly err: unknown }[] = []
      await atOnce(trees, async (tree) => {
        try {
          await work(tree)
          failed.delete(tree)
        } catch (err) {
          if (signal.aborted || isOfAll(err)) throw err
          failed.set(tree, now().getTime())
          faults.push({ id: tree.id, err })
        }
      })
      if (faults.length === 0) return
      const ids = faults.map(({ id }) => id)
      const of = { err: faults[0]?.err, count: ids.length, trees: ids.slice(0, MAX_NAMED) }
      log.warn(of, FAILED)
    },
  }
}

const FAILED =
  'trees of hashes cannot be sealed; they will be retried, and retention waits for them'

/** Without its servers no tree can be sealed; and a process that is not alone, or has left out leaves, begins anew. */
function isOfAll(err: unknown): boolean {
  if (isServerAway(err)) return true
  return [LeavesByAnother, LeavesLeftOut].some((kind) => err instanceof kind)
}

async function atOnce<T>(all: Iterable<T>, act: (one: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const worker = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
