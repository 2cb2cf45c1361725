import type { Route } from '../route.js'
import { adminAudit, adminHealth, adminUser, adminUsers, eraseUser } from './admin.js'
import { agentAudit, agents, getTrust, setTrust } from './agents.js'
import { auditRecent, auditSummary, cap, trail } from './audit.js'
import { removeMany, restore, share, update } from './changes.js'
import { autoResolve, conflict, conflicts, resolve } from './conflicts.js'
import { episode, episodes, removeEpisode, removeSession } from './episodes.js'
import { config, description, health, live, memoryHealth, ready, root } from './health.js'
import { ingest, ingestQuick } from './ingest.js'
import { ingestBatch } from './ingest-batch.js'
import { ingestPreview } from './ingest-preview.js'
import { deactivateLesson, lessonStats, lessons, reportLesson } from './lessons.js'
import { entities, entity, links } from './links.js'
import { expand, get, list, remove, stats, tellings } from './memories.js'
import { memoryRecalls, recall } from './recalls.js'
import { search, searchExplain, searchFast } from './search.js'

/** All routes. */
export const routes: readonly Route[] = [
  root,
  health,
  live,
  ready,
  memoryHealth,
  description,
  ingest,
  ingestQuick,
  ingestPreview,
  ingestBatch,
  search,
  searchFast,
  searchExplain,
  expand,
  list,
  stats,
  episodes,
  episode,
  removeEpisode,
  // Before the routes of one memory, because a session may have any name.
  removeSession,
  entities,
  // Before the routes of one memory, because an entity may have any name.
  entity,
  recall,
  memoryRecalls,
  lessons,
  lessonStats,
  reportLesson,
  deactivateLesson,
  get,
  update,
  restore,
  share,
  remove,
  removeMany,
  trail,
  tellings,
  links,
  cap,
  conflicts,
  autoResolve,
  conflict,
  resolve,
  auditSummary,
  auditRecent,
  agents,
  getTrust,
  setTrust,
  agentAudit,
  config,
  adminHealth,
  adminAudit,
  adminUsers,
  adminUser,
  eraseUser,
]
