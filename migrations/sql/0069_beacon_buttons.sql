-- What the press of each button of a remote does.
ALTER TABLE "beacons" ADD COLUMN "buttons" jsonb DEFAULT '{}'::jsonb NOT NULL;