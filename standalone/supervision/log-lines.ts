import { prettyFactory } from 'pino-pretty'
import type { Log } from './native-process.ts'

/**
 * Writes the log lines of parts, prefixed with the part's name and with pino's JSON made readable.
 * @param colour whether to write for a terminal
 */
export function logLines(write: (text: string) => void, colour: boolean): (name: string) => Log {
  const style = { colorize: colour, singleLine: true, translateTime: 'HH:MM:ss' }
  const whole = prettyFactory({ ...style, ignore: 'pid,hostname,name' })
  const brief = prettyFactory({
    ...style,
    ignore: 'pid,hostname,name,err',
    messageFormat: '{msg}{if err.message}: {err.message}{end}',
  })
  // Lines below level error show no stack.
  const pretty = (line: string) => (/^\{"level":[1-4]0/.test(line) ? brief : whole)(line)
  return (name) => (line) => {
    const text = line.startsWith('{') ? pretty(line).trimEnd() : line
    write(`${prefixOf(name, colour)} ${text}\n`)
  }
}

const colours = [36, 35, 33, 32, 34, 96, 95, 93]

/** The padded name, in a colour that follows from it. */
function prefixOf(name: string, colour: boolean): string {
  const padded = `${name.padEnd(12)} |`
  if (!colour) return padded
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return `\u001b[${colours[sum % colours.length]}m${padded}\u001b[39m`
}
