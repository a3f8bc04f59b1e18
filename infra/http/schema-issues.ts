import type { z } from 'zod'
import { HttpProblem } from './http-problem.ts'

type Issue = z.core.$ZodIssue
const MAX_SHOWN = 5

/** 422 that names fields and rules. An issue may carry its own code in `params.code`, such as `invalid_type`. */
export function bodyProblem(issues: readonly Issue[]): HttpProblem {
  const code = issues.some((issue) => ownCode(issue) === 'invalid_type')
    ? 'invalid_type'
    : 'validation'
  return new HttpProblem(422, code, describe(issues, 'body', ruleOf))
}

/** The answer to a query that breaks its schema: 422 for a missing parameter, 400 for a malformed one. */
export function queryProblem(issues: readonly Issue[]): HttpProblem {
  const malformed = issues.filter((issue) => !isMissing(issue) && ownCode(issue) !== 'validation')
  return malformed.length > 0
    ? new HttpProblem(400, 'query_error', describe(malformed, 'query', ruleOfParameter))
    : new HttpProblem(422, 'validation', describe(issues, 'query', ruleOfParameter))
}

/** One rule for each field, the first one broken: what follows from a wrong kind of value says nothing more. */
function describe(issues: readonly Issue[], whole: string, rule: (issue: Issue) => string): string {
  const rules = new Map<string, string>()
  for (const issue of issues) {
    const field = issue.path.join('.') || whole
    if (!rules.has(field)) rules.set(field, rule(issue))
  }
  return [...rules]
    .slice(0, MAX_SHOWN)
    .map((parts) => parts.join(' '))
    .join('; ')
}

/** Every parameter is one text, so a list can only be a parameter that was repeated. */
function ruleOfParameter(issue: Issue): string {
  return Array.isArray(issue.input) ? 'must be sent once' : ruleOf(issue)
}

function ruleOf(issue: Issue): string {
  if (isMissing(issue)) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${NOUNS[issue.expected] ?? article(issue.expected)}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'too_big':
      return atMost(issue.origin, issue.maximum)
    case 'too_small':
      return atLeast(issue.origin, issue.minimum)
    case 'invalid_format':
      return issue.message.startsWith('Invalid')
        ? `must be ${FORMATS[issue.format] ?? article(issue.format)}`
        : issue.message
    case 'unrecognized_keys':
      return `must not have ${issue.keys.join(', ')}`
    case 'invalid_union':
      return ruleOfUnion(issue)
    default:
      return issue.message
  }
}

function ruleOfUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return oneOf(issue.options)
  const rules = issue.errors.map((issues) => describe(issues, '', ruleOf).trim())
  return [...new Set(rules)].join(', or ')
}

function isMissing(issue: Issue): boolean {
  return (
    issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  )
}

function ownCode(issue: Issue): unknown {
  return issue.code === 'custom' ? issue.params?.code : undefined
}

/** The kinds of values in the words of JSON, where zod has others. */
const NOUNS: Readonly<Record<string, string>> = { int: 'an integer', record: 'an object' }

const FORMATS: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  date: 'a date, YYYY-MM-DD',
  datetime: 'a time in ISO 8601 with Z or its offset from UTC, such as 2026-01-31T09:00:00Z',
  email: 'an e-mail address',
  url: 'a URL',
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 1 ? '' : 'one of '}${values.map((value) => (value === '' ? 'empty' : String(value))).join(', ')}`
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

function atMost(origin: string, limit: number | bigint): string {
  const unit = UNITS[origin]
  return unit === undefined ? `must be at most ${limit}` : `must have at most ${limit} ${unit}`
}

function atLeast(origin: string, limit: number | bigint): string {
  const unit = UNITS[origin]
  if (unit === undefined) return `must be at least ${limit}`
  return Number(limit) === 1 ? 'must not be empty' : `must have at least ${limit} ${unit}`
}
