import type { z } from 'zod'
import { HttpProblem } from './http-problem.ts'

type Issue = z.core.$ZodIssue
const SHOWN = 5

/** 422 that names fields and rules. An issue may carry its own code in `params.code`, such as `invalid_type`. */
export function bodyProblem(issues: readonly Issue[]): HttpProblem {
  const code = issues.some((issue) => ownCode(issue) === 'invalid_type')
    ? 'invalid_type'
    : 'validation'
  return new HttpProblem(422, code, describe(issues, 'body'))
}

/** The answer to a query that breaks its schema: 422 for a missing parameter, 400 for a malformed one. */
export function queryProblem(issues: readonly Issue[]): HttpProblem {
  const malformed = issues.filter((issue) => !isMissing(issue) && ownCode(issue) !== 'validation')
  return malformed.length > 0
    ? new HttpProblem(400, 'query_error', describe(malformed, 'query'))
    : new HttpProblem(422, 'validation', describe(issues, 'query'))
}

function describe(issues: readonly Issue[], whole: string): string {
  return issues
    .slice(0, SHOWN)
    .map((issue) => `${issue.path.join('.') || whole} ${rule(issue)}`)
    .join('; ')
}

function rule(issue: Issue): string {
  if (isMissing(issue)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected)}`
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`
    case 'too_big':
      return `must have ${bound('at most', issue.origin, issue.maximum)}`
    case 'too_small':
      return `must have ${bound('at least', issue.origin, issue.minimum)}`
    case 'invalid_format':
      return issue.message.startsWith('Invalid') ? `must be a valid ${issue.format}` : issue.message
    case 'invalid_union':
      return 'has none of the accepted shapes'
    default:
      return issue.message
  }
}

function isMissing(issue: Issue): boolean {
  return (
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  )
}

function ownCode(issue: Issue): unknown {
  return issue.code === 'custom' ? issue.params?.code : undefined
}

function article(expected: string): string {
  const noun = expected === 'int' ? 'integer' : expected
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

function bound(side: string, origin: string, limit: number | bigint): string {
  const unit = UNITS[origin]
  return unit === undefined ? `a value of ${side} ${limit}` : `${side} ${limit} ${unit}`
}
