import { refused } from '../../domain/refusal.ts'

const lockedUntil = '2027-01-10T12:15:00.000Z'

export const REFUSALS = {
  wrongInput: {
    status: 400,
    title: 'Wrong input',
    example: {
      ...refused('id-invalid'),
      details: [{ field: 'id', message: 'The id must be a positive whole number', code: 'id-invalid' }],
    },
  },
  notSignedIn: {
    status: 401,
    title: 'Not signed in',
    example: refused('session-ended'),
  },
  notAllowed: { status: 403, title: 'Not allowed', example: refused('main-admin-only') },
  signInLocked: {
    status: 403,
    title: 'Locked after too many failures',
    example: { ...refused('sign-in-locked', { lockedUntil }), lockedUntil },
  },
  pickLocked: {
    status: 403,
    title: 'The sport is locked',
    example: { ...refused('picks-locked', { roundId: 1 }), locked: true, roundId: 1 },
  },
  pickClosed: {
    status: 403,
    title: 'The sport is not there',
    example: refused('sport-gone'),
  },
  linkReplaced: {
    status: 410,
    title: 'The link was replaced',
    example: refused('link-replaced'),
  },
  joinClosed: {
    status: 410,
    title: 'The link to join is closed',
    example: refused('join-link-closed'),
  },
  notFound: { status: 404, title: 'Not found', example: refused('sport-not-found') },
  wrongState: {
    status: 409,
    title: 'Not possible in this state',
    example: refused('completed-cannot-be-edited'),
  },
  outdated: {
    status: 409,
    title: 'The preview is out of date',
    example: { ...refused('changed-since-preview'), outdated: true },
  },
  keyUnderWay: {
    status: 409,
    title: 'The first request with this key is under way',
    example: refused('key-under-way'),
  },
  keyUsed: {
    status: 422,
    title: 'The key was used for another request',
    example: refused('key-used'),
  },
  tooLarge: { status: 413, title: 'Too large', example: refused('request-too-large') },
  tooMany: {
    status: 429,
    title: 'Too many requests',
    example: refused('too-many-attempts', { waitSeconds: 300 }),
  },
  bug: {
    status: 500,
    title: 'A fault, which the log explains',
    example: refused('server-failed', { reference: '0b6f1c1e-5d0f-4f6e-9f37-2f4a3c9d7e10' }),
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    example: refused('database-away'),
  },
} as const

export type RefusalName = keyof typeof REFUSALS
