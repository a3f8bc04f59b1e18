import { prettyFactory } from 'pino-pretty'
import type { Log } from './native-process.ts'

/**
 * Where the parts' lines go: each behind the name of its part, pino's JSON made readable.
 * @param colour whether a person reads along
 */
export function logLines(write: (text: string) => void, colour: boolean): (name: string) => Log {
  const style = { colorize: colour, singleLine: true, translateTime: 'HH:MM:ss' }
  const whole = prettyFactory({ ...style, ignore: 'pid,hostname,name' })
  const brief = prettyFactory({
    ...style,
    ignore: 'pid,hostname,name,err',
    messageFormat: '{msg}{if err.message}: {err.message}{end}',
  })
  // What goes on by itself needs no stack.
  const pretty = (line: string) => (/^\{"level":[1-4]0/.test(line) ? brief : whole)(line)
  return (name) => (line) => {
    const text = line.startsWith('{') ? pretty(line).trimEnd() : line
    write(`${named(name, colour)} ${text}\n`)
  }
}

const colours = [36, 35, 33, 32, 34, 96, 95, 93]

/** The same name has the same colour at every start. */
function named(name: string, colour: boolean): string {
  const padded = `${name.padEnd(12)} |`
  if (!colour) return padded
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return `\u001b[${colours[sum % colours.length]}m${padded}\u001b[39m`
}
