import { UsageError } from './io.ts'

/** Reads a key that a file or a program writes to standard input. @param command that reads it @throws UsageError */
export async function readKey(input: NodeJS.ReadStream, command: string): Promise<string> {
  if (input.isTTY)
    throw new UsageError(
      `a typed key is visible to others: use ${command} < key.txt, or pipe the key`,
    )
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) text += chunk
  const key = text.trim()
  if (!/^\S{1,200}$/.test(key)) throw new UsageError('standard input has no API key')
  return key
}
