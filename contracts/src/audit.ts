import { z } from 'zod'

/** What a trace can be about. */
export const auditEntities = [
  'session',
  'user',
  'device',
  'relative',
  'wearer',
  'fence',
  'company',
  'branch',
  'onboarding',
  'invitation',
  'notification',
  'alarm',
  'task',
  'bookmark',
  'gateway',
  'beacon',
  'room',
  'upload',
  'export',
  'product',
  'article',
  'apiKey',
  'webhook',
  'personalLink',
] as const
export const AuditEntity = z.enum(auditEntities)
export type AuditEntity = z.output<typeof AuditEntity>

/** What was done. A new verb is one entry here and its text in each dictionary. */
export const auditActions = [
  'viewed',
  'located',
  'profileViewed',
  'exported',
  'created',
  'updated',
  'deleted',
  'statusChanged',
  'erased',
  'signedIn',
  'signInFailed',
  'signedOut',
  'ended',
  'passwordChanged',
  'passwordSet',
  'recoveryAsked',
  'twoStepChanged',
  'ownerChanged',
  'ownerDeleted',
  'assigned',
  'takenBack',
  'supervisorChanged',
  'configured',
  'commanded',
  'credentialsRotated',
  'identityChanged',
  'reset',
  'submitted',
  'approved',
  'rejected',
  'linkSent',
  'acknowledged',
  'undone',
  'snoozed',
  'atBedside',
  'closed',
  'commented',
  'cancelled',
] as const
export const AuditAction = z.enum(auditActions)
export type AuditAction = z.output<typeof AuditAction>

/** Somebody was shown somebody, and nothing was changed: by far the most of all traces. */
export const lookActions = ['viewed', 'located', 'profileViewed'] as const satisfies readonly AuditAction[]

export const auditKinds = ['done', 'looked'] as const
export const AuditKind = z.enum(auditKinds)
export type AuditKind = z.output<typeof AuditKind>
