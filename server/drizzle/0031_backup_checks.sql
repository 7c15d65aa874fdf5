CREATE TABLE "backup_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"copy" text,
	"outcome" text NOT NULL,
	"files" integer NOT NULL,
	"problem" text
);
--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "progress" jsonb;--> statement-breakpoint
ALTER TABLE "backups" ADD COLUMN "told_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "backup_checks_newest" ON "backup_checks" USING btree ("started_at");