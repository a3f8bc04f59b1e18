import type { CommandContext } from './command-context.ts'

/**
 * The context of what a part of ours does on its own account.
 * @param part its name, such as settler
 * @param chain correlation id of what follows; the thing it is about, or a new one
 */
export function systemContext(
  { now, newId }: Pick<CommandContext, 'now' | 'newId'>,
  part: string,
  account_id: string | null,
  chain: string = newId(),
): CommandContext {
  return {
    account_id,
    actor: { type: 'system', id: part },
    correlation_id: chain,
    causation_id: chain,
    request_id: null,
    now,
    newId,
  }
}
