import { join } from 'node:path'
import { readEnv, ROOT } from '@carewatch/launcher/env'
import { Command } from 'commander'
import pc from 'picocolors'
import { describeAudit, type Known } from './commands/audit.ts'
import { bringBack, makeBackup, usualName } from './commands/backup.ts'
import { beginAnew, changeKnownPasswords, closeDemo } from './commands/demo.ts'
import { type Chosen, keyOf, lockOf, makeKey } from './commands/backup-keys.ts'
import { cellCommands } from './commands/cells-commands.ts'
import { companyCommands } from './company/commands.ts'
import { contentsOf, secretsOf } from './backup/contents.ts'
import { linesOf } from './backup/secrets-in-use.ts'
import { drill } from './commands/drill.ts'
import { deviceCommands } from './commands/device-commands.ts'
import { createAdmin, resetPassword } from './commands/people.ts'
import { personCommands } from './commands/person-commands.ts'
import { mapCommands } from './commands/map-commands.ts'
import { messageCommands } from './commands/messages.ts'
import { type Rotatable, resealFor, rotatable, rotateSecrets } from './commands/secrets.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { envOf, suggestions } from './install/answers.ts'
import { ask } from './install/ask.ts'
import { install, writeEnvFile } from './install/install.ts'
import { withInstallation } from './open.ts'

const program = new Command('admin')
  .description('Carewatch from the command line, for whoever looks after an installation')
  .showHelpAfterError()
const KEY = ['--key <file>', 'the key that opens it (BACKUP_KEY_FILE)'] as const
const PASSPHRASE = [
  '--passphrase-file <file>',
  'a file with the passphrase (BACKUP_PASSPHRASE_FILE)',
] as const
const collect = (one: string, others: string[] = []): string[] => [...others, one]

program
  .command('backup [file]')
  .description('everything of this moment into one file, encrypted; people work on meanwhile')
  .option('--recipient <age1…>', 'for whose key, again for each more (BACKUP_RECIPIENT)', collect)
  .option(...PASSPHRASE)
  .option('--plain', 'not encrypted', false)
  .option(
    '--no-secrets',
    'leave out the secrets (without them second factors and identity numbers cannot be read again)',
  )
  .action(async (file: string | undefined, { secrets, ...chosen }: Chosen & { secrets: boolean }) => {
    const lock = lockOf(chosen, environment())
    const name = file ?? usualName(new Date(), lock)
    const { tables, rows, bytes } = await withInstallation((here) =>
      makeBackup(here, name, { secrets, lock }),
    )
    print(`${name}: ${rows.toLocaleString('en')} rows of ${tables} tables in ${(bytes / 1e6).toFixed(1)} MB`)
    if (lock) print(pc.dim('Encrypted: without its key or passphrase nobody opens it, you neither.'))
    else
      print(
        pc.yellow(
          `Not encrypted${secrets ? ', and it holds secrets' : ''}: keep it as you keep people's records.`,
        ),
      )
  })

program
  .command('backup-key <file>')
  .description('a new key for backups, to be kept elsewhere than the backups')
  .action(async (file: string) => {
    const recipient = await makeKey(file)
    print(`${file} opens what is encrypted for it. Keep it, and a copy, away from this machine.`)
    print(`BACKUP_RECIPIENT=${recipient}`)
  })

program
  .command('show-backup <file>')
  .description('what a backup holds, having read and checked all of it')
  .option(...KEY)
  .option(...PASSPHRASE)
  .option('--secrets', 'its secrets alone, as lines of .env', false)
  .action(async (file: string, { secrets: isForSecrets, ...chosen }: Chosen & { secrets: boolean }) => {
    if (isForSecrets) return printSecrets(file, chosen)
    const { madeAt, lastStep, hasSecrets, tables } = await contentsOf(file, keyOf(chosen, environment()))
    for (const { name, rows, bytes } of tables)
      print(
        `${name.padEnd(28)} ${rows.toLocaleString('en').padStart(12)} rows ${bytes.toLocaleString('en').padStart(14)} bytes`,
      )
    print(
      `Made at ${madeAt}, at migration ${lastStep}, ${hasSecrets ? 'with' : 'without'} secrets. It is whole.`,
    )
  })

program
  .command('drill <file>')
  .description('tries a restore beside the database that runs, and throws it away')
  .option(...KEY)
  .option(...PASSPHRASE)
  .action(async (file: string, chosen: Chosen) => {
    const { madeAt, tables, rows, seconds, findings } = await withInstallation((here) =>
      drill(here, file, keyOf(chosen, environment())),
    )
    report(findings)
    print(
      `A restore of ${madeAt} works: ${rows.toLocaleString('en')} rows of ${tables} tables in ${seconds.toFixed(1)} s. Nothing of it stays.`,
    )
  })

program
  .command('restore <file>')
  .description('a backup into an empty database: all of it, or nothing')
  .option(...KEY)
  .option(...PASSPHRASE)
  .option(
    '--replace',
    'in place of what the database holds now, which is gone once all of the backup is there',
    false,
  )
  .action(async (file: string, { replace, ...chosen }: Chosen & { replace: boolean }) => {
    const key = keyOf(chosen, environment())
    const { madeAt, tables, rows, hasSecrets } = await withInstallation(
      (here) => bringBack(here, file, { replace, key }),
      { isNew: true },
    )
    print(`${rows.toLocaleString('en')} rows of ${tables} tables are back, as they were at ${madeAt}`)
    if (!hasSecrets) print(pc.yellow('It held no secrets: those of this machine stay.'))
  })

program
  .command('install')
  .description(
    'asks what an installation needs, writes .env, makes the administrator, and looks at all of it',
  )
  .action(async () => {
    const answers = await ask(suggestions(readEnv()))
    const env = envOf(answers)
    writeEnvFile(join(ROOT, '.env'), answers)
    const { demo, notice, findings } = await withInstallation((here) => install({ ...here, env }, answers), {
      isNew: true,
    })
    for (const done of [demo, notice]) if (done !== undefined) print(pc.yellow(`  ! ${done}`))
    report(findings)
    print(`Start it: ${pc.bold('npx --yes pnpm@12 start')}`)
  })

program
  .command('doctor')
  .description('what this installation needs, and whether it has it')
  .action(async () => {
    report(await withInstallation(examine))
  })

program
  .command('audit')
  .command('verify')
  .description(
    'reads the audit log against its chain; ends with 1 at the first row changed, taken away or put in',
  )
  .option('--known <end>', 'an end that the chain had, as this command or a rules engine said it')
  .action(async (how: Known) => print(await withInstallation((here) => describeAudit(here, how))))

program
  .command('create-admin <email>')
  .description('a new administrator; the password is shown once and must be changed')
  .option('--name <name>', 'first and last name', 'Admin')
  .action(async (email: string, { name }: { name: string }) => {
    const { password } = await withInstallation((here) => createAdmin(here, email, name))
    print(`${email}  ${password}`)
  })

program
  .command('close-demo')
  .description('nobody signs in any more as somebody of the demo; what was made beside it stays')
  .action(async () => {
    const closed = await withInstallation(closeDemo)
    print(`${closed} accounts of the demo are closed.`)
  })

program
  .command('begin-anew')
  .description('an empty database, while Carewatch is stopped; what there was is in a backup first')
  .action(async () => {
    const file = await withInstallation((here) => beginAnew(here))
    print(`The database is empty. What there was is in ${file}, not encrypted.`)
  })

program
  .command('change-known-passwords')
  .description('a new password, shown once, for each account that has the one of the demo')
  .action(async () => {
    const { emails, password } = await withInstallation(changeKnownPasswords)
    if (emails.length === 0) return print('No account has it.')
    for (const email of emails) print(email)
    print(`Their password is ${password}`)
  })

program
  .command('reset-password <person>')
  .description('a new password for a day, by e-mail, user name or uuid; all their sign-ins end')
  .action(async (person: string) => {
    const { password } = await withInstallation((here) => resetPassword(here, person))
    print(`${person}  ${password}`)
  })

program
  .command('rotate-secrets')
  .argument('[secrets...]', `which: ${rotatable.join(', ')}`, ['service'])
  .description('new secrets beside the data, while Carewatch is stopped; jwt: everybody signs in again')
  .action(async (names: string[]) => {
    const which = names.filter((name): name is Rotatable => rotatable.some((one) => one === name))
    if (which.length < names.length) throw new Error(`There is ${rotatable.join(' and ')} to rotate.`)
    const locked = await withInstallation((here) => rotateSecrets(here, which))
    print(
      `${which.join(', ')} rotated${locked ? `, ${locked} secrets of people locked anew` : ''}. The old ones are in secrets.before.json.`,
    )
  })

program
  .command('reseal <oldFile> <newFile>')
  .description(
    'locks anew what a JWT_SECRET of the environment locked, while the apis are stopped: the secret as it was and as it will be, each in a file',
  )
  .action(async (oldFile: string, newFile: string) => {
    const locked = await withInstallation((here) => resealFor(here, { oldFile, newFile }))
    print(`${locked} secrets of people locked anew. Set JWT_SECRET to the new one before the apis start.`)
  })

deviceCommands(program, print)
cellCommands(program, print)
companyCommands(program, print)
mapCommands(program, print)
messageCommands(program, print)
personCommands(program, print)

const SIGN = { fine: pc.green('✓'), look: pc.yellow('!'), wrong: pc.red('✗') } as const
const line = ({ state, what, why }: Finding): string => `  ${SIGN[state]} ${what.padEnd(24)} ${why}`

function report(findings: readonly Finding[]): void {
  for (const finding of findings) print(line(finding))
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1
}

/** With the `.env` of this project beneath it, as `start` reads it. */
function environment(): NodeJS.ProcessEnv {
  readEnv()
  return process.env
}

async function printSecrets(file: string, chosen: Chosen): Promise<void> {
  const secrets = await secretsOf(file, keyOf(chosen, environment()))
  if (!secrets) throw new Error('It holds no secrets.')
  for (const each of linesOf(secrets)) print(each)
}

function print(text: string): void {
  console.log(text)
}

try {
  await program.parseAsync()
} catch (error) {
  console.error(`${pc.red('✗')} ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
