CREATE TABLE "health_now" (
	"check" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"bad_since" timestamp (3) with time zone,
	"told_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "health_samples" (
	"check" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"ms" integer NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "health_samples_check_at_pk" PRIMARY KEY("check","at")
);
--> statement-breakpoint
CREATE INDEX "health_samples_by_age" ON "health_samples" USING btree ("at");--> statement-breakpoint
CREATE INDEX "health_samples_problems" ON "health_samples" USING btree ("check","at") WHERE state in ('warning', 'bad');