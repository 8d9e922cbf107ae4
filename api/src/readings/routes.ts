import * as bookmarks from '@carewatch/contracts/http/bookmarks'
import {
  tryBranchLimits,
  tryCompanyLimits,
  tryLimits as tryLimitsContract,
  usualDay,
} from '@carewatch/contracts/http/device-limits'
import * as positions from '@carewatch/contracts/http/positions'
import * as contract from '@carewatch/contracts/http/readings'
import * as ofWearer from '@carewatch/contracts/http/wearer-readings'
import { deviceViewings } from '@carewatch/contracts/http/viewings'
import { noteBookmark } from '../bookmarks/add.ts'
import { deleteBookmark } from '../bookmarks/delete.ts'
import { listBookmarks, listWearerBookmarks } from '../bookmarks/list.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readHistory } from './history.ts'
import { readLatestLocation, readLatestLocations } from './latest-locations.ts'
import { askLiveLocation } from './live-location.ts'
import { readLocations } from './location-history.ts'
import { readWearerHistory, readWearerLocations, readWearerOverview } from './of-wearer.ts'
import { readOverview } from './overview.ts'
import { readSince } from './since.ts'
import { tryLimitsOfBranch, tryLimitsOfCompany } from './try-limits/try-house.ts'
import { readDays, readWearerDays } from './whereabouts/read.ts'
import { tryLimits } from './try-limits/try-limits.ts'
import { readUsualDay } from './try-limits/usual-day.ts'
import { listViewings } from './viewings.ts'

export function readingRoutes(serve: Serve, services: Services): void {
  serve.written(contract.history, (asked, caller) => readHistory(services, caller, asked))
  serve.written(contract.readingsSince, ({ params }, caller) => readSince(services, caller, params))
  serve.written(ofWearer.wearerReadings, (asked, caller) => readWearerHistory(services, caller, asked))
  serve(contract.readingsOverview, ({ params }, caller) => readOverview(services, caller, params.imei))
  serve(ofWearer.wearerOverview, (asked, caller) => readWearerOverview(services, caller, asked))
  serve(tryLimitsContract, (asked, caller) => tryLimits(services, caller, asked))
  serve(tryBranchLimits, (asked, caller) => tryLimitsOfBranch(services, caller, asked))
  serve(tryCompanyLimits, (asked, caller) => tryLimitsOfCompany(services, caller, asked))
  serve(usualDay, (asked, caller) => readUsualDay(services, caller, asked))
  locationRoutes(serve, services)
  bookmarkRoutes(serve, services)
  serve(deviceViewings, (asked, viewer) => listViewings(services.db, viewer, asked))
}

function locationRoutes(serve: Serve, services: Services): void {
  serve(positions.locationHistory, (asked, caller) => readLocations(services, caller, asked))
  serve(positions.locationDays, (asked, caller) => readDays(services, caller, asked))
  serve(ofWearer.wearerLocationDays, (asked, caller) => readWearerDays(services, caller, asked))
  serve(positions.latestLocation, (asked, caller) => readLatestLocation(services, caller, asked))
  serve(positions.latestLocations, (asked, caller) => readLatestLocations(services, caller, asked))
  serve(ofWearer.wearerLocations, (asked, caller) => readWearerLocations(services, caller, asked))
  serve(positions.liveLocation, (asked, caller) => askLiveLocation(services.db, caller, asked))
}

function bookmarkRoutes(serve: Serve, { db }: Services): void {
  serve(bookmarks.addBookmark, (asked, caller) => noteBookmark(db, caller, asked))
  serve(bookmarks.bookmarksSince, (asked, viewer) => listBookmarks(db, viewer, asked))
  serve(ofWearer.wearerBookmarks, (asked, viewer) => listWearerBookmarks(db, viewer, asked))
  serve(bookmarks.deleteBookmark, ({ params }, caller) => deleteBookmark(db, caller, params.uuid))
}
