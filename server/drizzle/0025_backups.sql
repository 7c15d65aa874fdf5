CREATE TABLE "backup_lock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" uuid NOT NULL,
	"process" uuid NOT NULL,
	"beat_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "backup_lock_only_one" CHECK ("backup_lock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"place" text NOT NULL,
	"copy" text,
	"outcome" text,
	"documents" integer,
	"bytes_copied" bigint,
	"bytes_total" bigint,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "content_digests" (
	"path" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" text NOT NULL,
	"copy" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"progress" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"constraints" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rows_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "backups_of_copy" ON "backups" USING btree ("copy");